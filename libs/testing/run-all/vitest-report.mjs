// @ts-check
import { JsonReporter } from 'vitest/node';

/**
 * Vitest's JSON report, with the errors that no test has caught: they end a run badly, and its own report is silent about
 * them.
 */
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
