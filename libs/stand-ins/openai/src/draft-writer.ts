import { createHash } from 'node:crypto';

/** Text that the stand-in writes for a prompt. */
export interface Draft {
  readonly title: string;
  readonly body: string;
}

const MAX_TOPIC_CHARACTERS = 90;
const ORDER =
  /^(please |kindly )*((can|could|would) you )?(help me )?(to )?(write|draft|compose|create|make|generate|tell)( me| us)?( an?| the| some)?(( very)? (short|long|funny|friendly|nice|warm|good|little|honest))*( posts?| texts?| story| article| notes?| words?| poem)?( about| on| of| for| regarding)?\b/i;

/** Words that have a capital only at the beginning of a line. */
const OPENER = /^(A|An|The|My|Our|Your|Some|How|Why|What|When|Where|Being|Having|Making) /;

const TITLES = [
  (topic: string) => `What I learned about ${topic}`,
  (topic: string) => `A small case for ${topic}`,
  (topic: string) => `${capitalise(topic)}, without the noise`,
  (topic: string) => `Three honest thoughts on ${topic}`,
  (topic: string) => `Why I keep coming back to ${topic}`,
  (topic: string) => `The quiet side of ${topic}`,
  (topic: string) => `${capitalise(topic)}: notes from an ordinary week`,
  (topic: string) => `Before you start with ${topic}`,
];

const OPENINGS = [
  (topic: string) => `Last week somebody asked me about ${topic}, and I noticed that I had no short answer.`,
  (topic: string) =>
    `I used to think that ${topic} was for other people. It took me one afternoon to change my mind.`,
  (topic: string) => `There is a lot of advice on ${topic}, and most of it is longer than it needs to be.`,
  (topic: string) =>
    `Every so often I try to say plainly what ${topic} means to me. Here is this year's attempt.`,
  (topic: string) => `If I could start again with ${topic}, I would do almost everything more slowly.`,
  (topic: string) => `The first thing that surprised me about ${topic} was how ordinary it is.`,
];

const MIDDLES = [
  'The part that nobody mentions is how much depends on the first ten minutes. Begin badly, and the rest of the day is spent making up for it.',
  'I kept a list for a month. Half of what I wrote down turned out not to matter, and the other half was the same thing in different words.',
  'A friend who has done this for years told me to change one thing at a time. It sounded too simple, and then it worked.',
  'What helped most was to stop comparing. Somebody is always further along, and that says nothing about whether today went well.',
  'It costs less than people think. A bit of patience, a place to sit, and the habit of looking twice before deciding.',
  'My mistake was to wait for the right moment. There was none; there was only an evening with nothing better to do.',
  'There are days on which it does not work at all. I used to count them as failures, and now I count them as part of it.',
  'The best conversations that I had this year began with it, usually with somebody who disagreed with me.',
];

const CLOSINGS = [
  'That is all I have so far. If you see it differently, I would like to read why.',
  'Try it for a week, and then tell me what I got wrong.',
  'I do not know where this goes next, and for once that is fine.',
  'If you take one thing from this, take the slow part.',
  'What would you add? People who have done it for longer know more than my list does.',
  'It is not much, but it is mine, and it holds so far.',
];

/** Returns a plausible text about a prompt: different for each prompt, and always the same for one. */
export function writeDraft(prompt: string): Draft {
  const digest = createHash('sha256').update(prompt).digest();
  const topic = topicOf(prompt);
  const first = pick(MIDDLES, digest, 2);
  const second = pick(
    MIDDLES.filter((text) => text !== first),
    digest,
    3,
  );
  return {
    title: pick(TITLES, digest, 0)(topic),
    body: [pick(OPENINGS, digest, 1)(topic), first, second, pick(CLOSINGS, digest, 4)].join('\n\n'),
  };
}

/** Returns the topic of a prompt: its words without the instruction to write, on one line. */
function topicOf(prompt: string): string {
  const line = prompt
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(OPENER, (word) => word.toLowerCase());
  const topic =
    line
      .replace(ORDER, '')
      .trim()
      .replace(/[\s.!?,;:]+$/, '') ||
    line ||
    'small things';
  if (topic.length <= MAX_TOPIC_CHARACTERS) return topic;
  const cut = topic.slice(0, MAX_TOPIC_CHARACTERS);
  return (cut.replace(/\s+\S*$/, '') || cut).replace(/\p{Cs}$/u, '');
}

function pick<T>(choices: readonly T[], digest: Buffer, byte: number): T {
  return choices[(digest[byte] ?? 0) % choices.length] as T;
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
