import { StandInServer } from '@likewell/stand-in-kit/stand-in-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FaultPlan, type Faults } from './faults.js';
import { Mailbox, type ShownMail } from './mailbox.js';
import { listPage, mailPage, problemPage } from './page.js';
import { MailServer, type SmtpOptions } from './smtp-server.js';

export interface StandInOptions extends SmtpOptions {
  /** Folder in which mails outlive the process; only in memory while it is empty. */
  readonly dataFolder?: string;
}

/** A mail server on this machine: accepts every mail, delivers none, and shows them all on a page. */
export class SmtpStandIn {
  private readonly mailbox: Mailbox;
  private readonly smtp: MailServer;
  private readonly web: MailWeb;

  constructor(options: StandInOptions = {}) {
    this.mailbox = new Mailbox(options.dataFolder);
    this.smtp = new MailServer(this.mailbox, options);
    this.web = new MailWeb(this.mailbox);
  }

  /** Set by a test while it runs. None is active by default. */
  set faults(faults: Faults) {
    this.smtp.plan = new FaultPlan(faults);
  }

  /** Value for SMTP_URL. */
  get url(): string {
    return this.smtp.url;
  }

  /** URL of the page with the mails. */
  get pageUrl(): string {
    return this.web.origin;
  }

  /** Number of connections made. */
  get connections(): number {
    return this.smtp.connections;
  }

  /** Returns the accepted mails, newest first. @param to only those to this address */
  mails(to?: string): ShownMail[] {
    return this.mailbox.list(to);
  }

  async listen(port = 0, webPort = 0, host = '127.0.0.1'): Promise<void> {
    await this.smtp.listen(port, host);
    await this.web.listen(webPort, host);
  }

  async close(): Promise<void> {
    await this.smtp.close();
    await this.web.close();
  }
}

/** The web page with the mails, and the same as JSON. */
class MailWeb extends StandInServer {
  constructor(private readonly mailbox: Mailbox) {
    super();
  }

  protected serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const to = searchParams.get('to') ?? undefined;
    const id = /^\/mails\/(\d+)$/.exec(pathname)?.[1];
    if (request.method !== 'GET') sendPage(response, 405, problemPage('Only GET is known here.'));
    else if (pathname === '/') sendPage(response, 200, listPage(this.mailbox.list(to), to));
    else if (pathname === '/mails') sendJson(response, { mails: this.mailbox.list(to) });
    else {
      const mail = id === undefined ? null : this.mailbox.find(Number(id));
      if (mail) sendPage(response, 200, mailPage(mail));
      else sendPage(response, 404, problemPage('There is no such mail.'));
    }
  }
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-stand-in': 'smtp' };
  response.writeHead(status, { ...headers, 'referrer-policy': 'no-referrer' }).end(html);
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'x-stand-in': 'smtp' });
  response.end(JSON.stringify(body));
}
