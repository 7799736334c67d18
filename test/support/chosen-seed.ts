import fc from "fast-check";

// Without it, all properties draw anew each time.
const { FC_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
