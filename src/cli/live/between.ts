/** What stands between cells. */
export const between = " · ";
