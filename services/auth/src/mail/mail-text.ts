import type { Block } from './template.js';

interface TextParts {
  readonly greeting: string;
  readonly blocks: readonly Block[];
  readonly site: string;
}

/** Renders a mail as plain text, with one line for each paragraph. */
export function textOf({ greeting, blocks, site }: TextParts): string {
  return `${[greeting, ...blocks.map(lineOf), `Likewell\n${site}`].join('\n\n')}\n`;
}

const lineOf = (block: Block) => (block.kind === 'button' ? `${block.label}:\n${block.link}` : block.text);
