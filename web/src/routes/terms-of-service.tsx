import { Link } from 'react-router-dom';
import { Document, DocumentSection } from '../features/document/document';
import { paths } from '../shared/config/paths';
import { CONTACT_EMAIL } from '../shared/config/site';

const PAGE = (
  <Document
    title="Terms of Service"
    lead="The rules of Likewell, in plain words: what you may expect of us, and we of you."
    updated="2026-11-30"
  >
    <DocumentSection id="agreement" title="What this is">
      <p>
        These terms are the agreement between you and Likewell (“we”). They apply from the moment you use the
        site. If you do not agree with them, please do not sign up. We wrote them to be read; where something
        is unclear, ask us.
      </p>
    </DocumentSection>
    <DocumentSection id="age" title="Who may join">
      <p>
        You must be <strong>at least 13 years old</strong>. By signing up you confirm that you are. If the law
        where you live asks for a higher age, or for the consent of a parent, that applies to you too. Anybody
        may read without signing up.
      </p>
    </DocumentSection>
    <DocumentSection id="account" title="Your account">
      <ul>
        <li>One account per person. The sign-up bonus is paid once per person as well.</li>
        <li>
          Keep your password and your wallet to yourself. What is done with your account counts as done by
          you; tell us at once if somebody else got in.
        </li>
        <li>
          Do not take the name of somebody else in order to deceive. We may rename or close such accounts.
        </li>
      </ul>
    </DocumentSection>
    <DocumentSection id="posts" title="What you write">
      <p>
        Your posts stay yours. By publishing one you allow us to show it to everybody on Likewell, for as long
        as you leave it there. You can edit and delete your posts at any time. You are responsible for what
        you write, also where a draft was made by a machine for you.
      </p>
      <p>Do not publish:</p>
      <ul>
        <li>
          what is against the law, or breaks the rights of others, such as their texts or their privacy;
        </li>
        <li>threats, harassment, or hatred of people for what they are;</li>
        <li>sexual content, and anything that puts minors at risk;</li>
        <li>fraud, malware, or spam, including posts that exist only to collect tips by deceit.</li>
      </ul>
    </DocumentSection>
    <DocumentSection id="moderation" title="How posts are checked">
      <p>
        Every new and every edited post is checked before others see it: by automatic checks, and by a
        moderator where these cannot decide. A rejected post is visible to its author alone, who can edit it
        and submit it again. LIKE that a post received before it was removed stays with its author, unless it
        was obtained by fraud.
      </p>
    </DocumentSection>
    <DocumentSection id="like" title="LIKE tokens">
      <p>
        LIKE earned on Likewell is <strong>for use within Likewell and carries no monetary value</strong>. It
        is not money, not a deposit at a bank and not an investment, and we do not promise that anybody will
        ever pay for it. Buy LIKE elsewhere only if you can do without what you spend.
      </p>
      <p>
        The <Link to={paths.whitePaper}>white paper</Link> says how much LIKE there is and how it is
        distributed.
      </p>
    </DocumentSection>
    <DocumentSection id="split" title="Likes and their split">
      <p>Each like is split when it is sent:</p>
      <ul>
        <li>
          <strong>70%</strong> to the author of the post,
        </li>
        <li>
          <strong>20%</strong> to token holders, shared by the balances of all members at the close of each
          epoch (<Link to={`${paths.whitePaper}#holders`}>the exact rule</Link>),
        </li>
        <li>
          <strong>10%</strong> to the platform.
        </li>
      </ul>
      <p>
        A like is final: it cannot be taken back, since its parts belong to others at once. Please look at the
        amount before you press Send.
      </p>
    </DocumentSection>
    <DocumentSection id="referral" title="Share and earn">
      <p>
        Whoever registers through your referral link is your referral. You get <strong>10%</strong> of the
        LIKE from all transactions of your referrals: of each tip that they send, paid out of the platform’s
        part. The author’s and the holders’ parts stay as they are. Referring yourself, or accounts that
        nobody uses, is against these terms; what was earned that way may be taken back.
      </p>
    </DocumentSection>
    <DocumentSection id="bonus" title="The sign-up bonus">
      <p>
        New members get 100 LIKE from the treasury; where many register from one network, or very many on one
        day, the later ones get it on one of the next days. Making accounts in order to collect it is against
        these terms. The bonus can end for future members; what was paid stays paid.
      </p>
    </DocumentSection>
    <DocumentSection id="deposits" title="Deposits and withdrawals">
      <p>
        You can deposit LIKE from your own wallet. Nobody can undo what the blockchain has confirmed. Send
        only LIKE, and only in the way that the wallet page shows. A deposit that cannot be matched with a
        member is kept until its sender claims it. Withdrawals are not available yet.
      </p>
    </DocumentSection>
    <DocumentSection id="giveaways" title="Giveaways">
      <p>
        Giveaways have rules of their own, which stand beside each of them.{' '}
        <Link to={paths.howWeSelectWinners}>How we select winners</Link> explains the draw, and how to dispute
        it within 30 days.
      </p>
    </DocumentSection>
    <DocumentSection id="drafts" title="Drafts by AI">
      <p>
        ‘Draft with AI’ writes a title and a body from your words. Such drafts can be wrong or resemble the
        texts of others. Read them before you post them; what you post is yours to answer for.
      </p>
    </DocumentSection>
    <DocumentSection id="ending" title="When it ends">
      <p>
        You may stop at any time, and ask us to delete your account. We may suspend or close an account that
        breaks these terms or endangers others; we say why, unless the law forbids it, and you may object. If
        we ever close Likewell, we will announce it in good time.
      </p>
    </DocumentSection>
    <DocumentSection id="liability" title="What we promise, and what not">
      <p>
        We do our best to keep the site running, the books right and your data safe. We cannot promise that it
        never fails, that posts are true, or that a blockchain, a wallet or an exchange works. As far as the
        law allows we are not liable for losses that come from these. Rights that the law gives you as a
        consumer stay untouched.
      </p>
    </DocumentSection>
    <DocumentSection id="others" title="What others made">
      <p>
        Likewell is built with software and a font that others made and let everybody use. Here are{' '}
        <a href="/static/licenses.txt">their licenses</a>.
      </p>
    </DocumentSection>
    <DocumentSection id="changes" title="When these terms change">
      <p>
        We may change these terms. The date above says when we last did. If a change takes something away from
        you, we announce it on the site at least 14 days before it takes effect.
      </p>
    </DocumentSection>
    <DocumentSection id="contact" title="Contact">
      <p>
        Write to <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>. A person reads it.
      </p>
    </DocumentSection>
  </Document>
);

/**
 * The screen /terms-of-service: the age, the split, the referral and what LIKE is
 * not worth (spec, section 1).
 */
export function TermsOfServiceScreen() {
  return PAGE;
}
