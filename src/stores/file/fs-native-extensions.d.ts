// The part of fs-native-extensions that is used here; the package ships no types.
declare module 'fs-native-extensions' {
  const native: {
    /** Takes an exclusive kernel lock on the file behind `fd`, held until that descriptor is closed. */
    tryLock(fd: number): boolean;
  };
  export default native;
}
