/** A text in lines of so many characters, the first behind a label, the others below it. */
export function wrapped(text: string, label: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = label;
  for (const word of text.split(" ")) {
    const isFirst = line.length <= label.length;
    if (!isFirst && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = " ".repeat(label.length) + word;
    } else {
      line += isFirst ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}
