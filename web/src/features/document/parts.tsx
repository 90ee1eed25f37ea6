interface Part {
  name: string;
  percent: number;
  /** The purpose of the part. */
  purpose: string;
}

interface PartsProps {
  /** Name of the whole. */
  caption: string;
  parts: readonly Part[];
}

const COLUMN = 100;

/** A whole and its parts: a bar for a quick look, and a table with the same in words. */
export function Parts({ caption, parts }: PartsProps) {
  return (
    <figure className="document-parts">
      <svg viewBox={`0 0 ${COLUMN} 4`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ name, percent }, index) => (
          <rect key={name} x={startOf(parts, index)} width={percent} height="4" />
        ))}
      </svg>
      <div className="document-table">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Share</th>
              <th scope="col">What it is for</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, percent, purpose }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{percent}%</td>
                <td>{purpose}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const startOf = (parts: readonly Part[], index: number) =>
  parts.slice(0, index).reduce((sum, { percent }) => sum + percent, 0);
