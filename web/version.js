/** The version of Headscope, which files that leave it carry; the same as in package.json. */
export const version = '0.1.0';
