/** The version of this package, which its manifest says too. */
export const version: string = "0.1.0";
