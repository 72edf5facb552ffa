// The part of fs-native-extensions that is used here; the package ships no types.
declare module 'fs-native-extensions' {
  const native: {
    /** Takes a kernel lock on the file behind `fd`, exclusive unless `shared`, held until that descriptor is closed. */
    tryLock(fd: number, options?: { readonly shared: true }): boolean;
  };
  export default native;
}
