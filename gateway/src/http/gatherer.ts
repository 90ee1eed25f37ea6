/** Two rounds begin at least so many milliseconds apart. */
const PACE_MS = 2;

/**
 * Gathers what is asked until the event loop turns, and asks for all of it at once: under load a dozen requests
 * share one command of Redis, and a lonely one waits for nothing. The pace keeps a crowd together where the loop turns
 * faster than it comes, so that it shares all that follows, too: one write to NATS, one read in the service.
 */
export class Gatherer<Question, Answer> {
  private questions: Question[] = [];
  private answers: Promise<readonly Answer[]> | null = null;
  private begunAt = -Infinity;

  /** @param askAll answers in the order of the questions */
  constructor(private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

  /** @throws what `askAll` throws, to everybody who shared the round */
  async ask(question: Question): Promise<Answer> {
    this.answers ??= new Promise((resolve) => {
      const left = this.begunAt + PACE_MS - performance.now();
      const begin = () => {
        resolve(this.flush());
      };
      if (left > 0) setTimeout(begin, left);
      else setImmediate(begin);
    });
    const index = this.questions.push(question) - 1;
    const answers = await this.answers;
    if (index >= answers.length) throw new RangeError('an answer is missing');
    return answers[index] as Answer;
  }

  private flush(): Promise<readonly Answer[]> {
    const { questions } = this;
    this.questions = [];
    this.answers = null;
    this.begunAt = performance.now();
    return this.askAll(questions);
  }
}
