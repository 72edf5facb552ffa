// Stands for the package "uc.micro" in the bundle: browsers and Node know the classes of characters themselves.
export const P = /\p{P}/u;
export const S = /\p{S}/u;
