/** The port that a URL leads to, that of its scheme where it names none. */
export function portOf({ port, protocol }: Pick<URL, "port" | "protocol">): string {
  return port || (protocol === "https:" ? "443" : "80");
}
