import { Icon } from "../bits";
import { editorAddress } from "../page";

interface LinkProps {
  root: string;
  file: string;
  line: number;
  column?: number;
}

/** A link that opens a line in the editor; without an editor, its place as text. */
export function OpenLine({ root, file, line, column = 1 }: LinkProps) {
  const address = editorAddress(root, file, line, column);
  if (!address) return null;
  return (
    <a class="btn small" href={address}>
      <Icon of="link" />
      Open line {line}
    </a>
  );
}

export const fileName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

export function SourceLines({
  file,
  lines,
  line,
  column,
}: {
  file: string;
  lines: { number: number; text: string }[];
  line: number;
  column?: number;
}) {
  if (!lines.length) return null;
  return (
    <pre
      class="yaml"
      tabIndex={0}
      role="region"
      aria-label={`${fileName(file)}, lines ${lines[0]!.number} to ${lines.at(-1)!.number}`}
    >
      {lines.map((one) => (
        <div key={one.number} class={one.number === line ? "hit" : ""}>
          <i>{one.number}</i>
          {one.number === line && column ? <Marked text={one.text} column={column} /> : one.text}
          {"\n"}
        </div>
      ))}
    </pre>
  );
}

function Marked({ text, column }: { text: string; column: number }) {
  const rest = text.slice(column - 1);
  const word = rest.match(/^"[^"]*"|^[\w/.-]+/)?.[0] ?? rest.slice(0, 1);
  return (
    <>
      {text.slice(0, column - 1)}
      <mark>{word}</mark>
      {rest.slice(word.length)}
    </>
  );
}
