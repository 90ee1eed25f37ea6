// @ts-check
import { JsonReporter } from 'vitest/node';

/** Vitest's JSON report with the uncaught errors added: they fail a run, but its own report omits them. */
export default class ReportWithUnhandledErrors extends JsonReporter {
  /** @type {readonly { name?: string, message: string, stack?: string }[]} */
  #unhandled = [];

  constructor() {
    super({});
  }

  /**
   * @override
   * @param {Parameters<JsonReporter['onTestRunEnd']>[0]} modules
   * @param {readonly { name?: string, message: string, stack?: string }[]} [unhandledErrors]
   */
  async onTestRunEnd(modules, unhandledErrors = []) {
    this.#unhandled = unhandledErrors;
    await super.onTestRunEnd(modules);
  }

  /**
   * @override
   * @param {string} report
   */
  async writeReport(report) {
    const unhandledErrors = this.#unhandled.map(({ name, message, stack }) => ({ name, message, stack }));
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), unhandledErrors }));
  }
}
