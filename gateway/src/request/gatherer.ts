/**
 * Gathers what is asked until the event loop turns, and asks for all of it at once: under load a dozen requests
 * share one command of Redis, and a lonely one waits for nothing.
 */
export class Gatherer<Question, Answer> {
  private questions: Question[] = [];
  private answers: Promise<readonly Answer[]> | null = null;

  /** @param askAll answers in the order of the questions */
  constructor(private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

  /** @throws what `askAll` throws, to everybody who shared the round */
  async ask(question: Question): Promise<Answer> {
    this.answers ??= new Promise((resolve) => {
      setImmediate(() => {
        resolve(this.flush());
      });
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
    return this.askAll(questions);
  }
}
