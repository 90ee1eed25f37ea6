import { Document, DocumentSection } from '../features/document/document';
import { CONTACT_EMAIL } from '../shared/config/site';

const KEPT = [
  ['Username and photo', 'To show who wrote a post. Public.'],
  ['E-mail address', 'To log in, and to reach you about your account. Never public.'],
  ['Password', 'Only as an argon2id hash, from which it cannot be read.'],
  ['Sessions', 'A hash of each login’s token and when it was last used, to keep you logged in.'],
  ['Other ways to log in', 'The address of a wallet, or the identifier that Google gives you with us.'],
  [
    'Passkeys and authenticator apps',
    'The public key of a passkey, the secret of an authenticator app, encrypted, and hashes of your recovery codes.',
  ],
  ['Linked wallets', 'The addresses from which you deposit, to know that a deposit is yours.'],
  [
    'Security events',
    'Logins, failed ones too, and changes to your account, with codes for network and browser, to trace a theft.',
  ],
  [
    'Posts',
    'What you published, earlier versions of it, how its check went, and what a moderator noted about it.',
  ],
  ['Likes', 'Who sent how much for which post, and when: the books need it to be right.'],
  ['Follows and referrals', 'Whom you follow, and who brought you here.'],
  ['Technical records', 'IP address, time and result of a request, to stop abuse and find faults.'],
] as const;

const PAGE = (
  <Document
    title="Privacy policy"
    lead="What Likewell knows about you, why it does, and how to have it removed."
    updated="2026-11-30"
  >
    <DocumentSection id="short" title="In short">
      <ul>
        <li>You can read Likewell without telling us who you are.</li>
        <li>We have no advertising, no trackers and no analytics by others. We sell nothing about you.</li>
        <li>Fonts, pictures and scripts come from our own server, so nobody else learns what you read.</li>
        <li>
          What happens on a blockchain is public for ever. That is how it works, and not for us to change.
        </li>
      </ul>
    </DocumentSection>
    <DocumentSection id="kept" title="What we keep, and why">
      <div className="document-table">
        <table>
          <caption>About members; about visitors we keep only the technical records</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">What it is, and why</th>
            </tr>
          </thead>
          <tbody>
            {KEPT.map(([what, why]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DocumentSection>
    <DocumentSection id="public" title="What others see">
      <p>
        Everybody sees your username, your photo, since when you are a member, how many follow you, your
        approved posts, and how much LIKE each of them and all together received. The author of a post sees
        who tipped it and how much. Whoever brought you here sees each tip that you send. Your balance, your
        e-mail address, the rest of your wallet’s history and whom you follow are for you alone. Photos are
        made anew when you upload them, so that where and with what they were taken is gone.
      </p>
    </DocumentSection>
    <DocumentSection id="browser" title="What stays in your browser">
      <p>
        The page keeps these in your browser’s local storage: <code>token</code> and <code>user</code> while
        you are logged in, <code>ref</code> if you came through a referral link, <code>theme</code> if you
        chose one, and <code>draft</code> for each text that you have begun, until you post or discard it. A
        moderator’s choice about keys is <code>moderation-shortcuts</code>. Logging out removes token and user
        alone: a draft is still there when you come back.
      </p>
      <p>
        Until the tab is closed it keeps <code>tip</code> for a tip whose outcome is unknown, so that it is
        not paid twice, and <code>loaded-again</code> if the page had to load a second time. So that the page
        opens without a network, its files and the first posts of Best and New stay in your browser as well,
        and nothing of them is yours alone.
      </p>
      <p>
        We set no cookies to follow you around. Logging in with Google may need one for a few minutes, to be
        sure that the answer belongs to your browser.
      </p>
    </DocumentSection>
    <DocumentSection id="others" title="Who else is involved">
      <p>Others receive something only when you use what they do:</p>
      <ul>
        <li>
          <strong>Google</strong>, if you log in with it, learns that you do. We receive your identifier and,
          if Google has confirmed it, your e-mail address.
        </li>
        <li>
          <strong>An AI provider</strong> receives the words that you type for a draft, without your name.
          Texts of posts may be sent to such a provider to be checked against our rules, without your name as
          well.
        </li>
        <li>
          <strong>The Solana network</strong> sees the transaction by which you deposit, and everybody can see
          it for ever. Your browser talks to a node of the network for it.
        </li>
        <li>
          <strong>Links</strong> in the banner, in the footer and in posts lead to sites of others, with rules
          of their own.
        </li>
      </ul>
      <p>
        Providers that work for us may carry the mails that we send you, and keep our copies for emergencies.
      </p>
      <p>Beyond that we give data to nobody, unless a law or a court makes us.</p>
    </DocumentSection>
    <DocumentSection id="giveaways" title="Giveaways">
      <p>
        The social accounts that take part in a giveaway are part of its proof: anybody must be able to check
        the draw. If you do not want yours to be there, do not take part. You can ask without logging in
        whether an account won, and we do not connect the question with your account.
      </p>
    </DocumentSection>
    <DocumentSection id="how-long" title="For how long">
      <ul>
        <li>Your account and your posts: until you or we delete them.</li>
        <li>The words of a post that you deleted: 30 days more, in case we are asked what stood there.</li>
        <li>What a moderator noted about a post of yours: 400 days, or until your account is deleted.</li>
        <li>
          A session: until you log out, or until it has not been used for 30 days, and for 90 days at most.
        </li>
        <li>A former username: 90 days, so that links to you still lead to you.</li>
        <li>
          Security events: 400 days. After the deletion of your account they name a number and no person.
        </li>
        <li>
          The journal of likes and other movements: for good. Books of which parts can vanish prove nothing.
          After the deletion of your account it names a number and no person. A deposit in it names its
          transaction on the blockchain, where everybody can see from which wallet it came.
        </li>
        <li>
          By whose link you came: until your account is deleted. The journal has it beside each like that you
          sent, as a number.
        </li>
        <li>
          From which network you came by it, as a code that leads back to no address, and by whose link: 90
          days from your registration, even if you leave before. It shows accounts that are made to collect
          bonuses.
        </li>
        <li>
          A link that we sent to an e-mail address to confirm it, with that address: 24 hours, even if you
          leave before. It works for whoever has the address.
        </li>
        <li>A copy of your data that you asked for: 24 hours.</li>
        <li>
          Our copies of everything, for emergencies: they reach back 30 days, and what was deleted is in them
          for about as long. If we ever go back to one, we delete once more the accounts that were deleted
          since, if we still know which they were.
        </li>
        <li>Technical records: as long as they are needed to find faults and stop abuse.</li>
      </ul>
    </DocumentSection>
    <DocumentSection id="rights" title="What you can ask for">
      <p>
        You can see and change your username and photo in the settings, take a copy of all your data there,
        under Security, and delete your posts and your account yourself. For a correction, write to{' '}
        <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a> from the address that we know. You may also
        complain to the data protection authority where you live.
      </p>
    </DocumentSection>
    <DocumentSection id="children" title="Children">
      <p>
        Likewell is for people of 13 or over. If you believe that a younger child has an account, tell us and
        we will delete it.
      </p>
    </DocumentSection>
    <DocumentSection id="safety" title="How it is protected">
      <p>
        Connections are encrypted where the site is published. Passwords and tokens are stored as hashes
        alone. Each part of our software can read only the data that it needs. Changing your password logs out
        every device. If something goes wrong all the same, we tell those it concerns.
      </p>
    </DocumentSection>
    <DocumentSection id="changes" title="When this changes">
      <p>
        The date above says when this text last changed. If we ever want more of your data than it says, we
        ask first.
      </p>
    </DocumentSection>
  </Document>
);

/** The screen /privacy-policy: the stored data, and who sees them. */
export function PrivacyPolicyScreen() {
  return PAGE;
}
