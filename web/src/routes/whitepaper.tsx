import { Link } from 'react-router-dom';
import { Document, DocumentSection } from '../features/document/document';
import { Parts } from '../features/document/parts';
import { paths } from '../shared/config/paths';

const SUPPLY = [
  { name: 'Liquidity', percent: 78, purpose: 'For trading LIKE, so that anybody can buy it and sell it.' },
  { name: 'Treasury', percent: 12, purpose: 'For members: the sign-up bonus is paid from here.' },
  { name: 'Reserve', percent: 10, purpose: 'For what is not foreseen, with 12-month vesting.' },
];

const SPLIT = [
  { name: 'Author', percent: 70, purpose: 'The member who wrote the post.' },
  { name: 'Token holders', percent: 20, purpose: 'All members who hold LIKE, by how much they hold.' },
  {
    name: 'Platform',
    percent: 10,
    purpose: 'For running Likewell, or for the member who brought the sender here.',
  },
];

const PAGE = (
  <Document
    title="White paper"
    lead="What LIKE is, how much of it there is, and where all of it goes."
    updated="2026-11-30"
  >
    <DocumentSection id="purpose" title="What LIKE is for">
      <p>
        On most networks a like costs nothing and says as much. On Likewell a like is a tip: whoever enjoyed a
        post sends its author some LIKE, and the posts that people gave most to stand at the top of Best.
      </p>
      <p>
        LIKE is a token of its own on the Solana blockchain, with 6 decimals. On the platform it is the one
        unit of everything: tips, bonuses, shares and balances.
      </p>
    </DocumentSection>
    <DocumentSection id="supply" title="The supply and how it is distributed">
      <p>
        There are <strong>1 billion LIKE</strong>. The platform never makes more: every LIKE that a member
        receives here comes out of an account that had it before.
      </p>
      <Parts caption="1,000,000,000 LIKE in all" parts={SUPPLY} />
      <p>
        The reserve is not there to be sold on the first day: it becomes available over 12 months of vesting.
      </p>
    </DocumentSection>
    <DocumentSection id="split" title="Where a like goes">
      <p>Each like is split at the moment it is sent, always in the same way:</p>
      <Parts caption="Each like, whatever its size" parts={SPLIT} />
      <p>
        Of a tip of 10 LIKE the author gets 7, the holders together 2, and the platform 1. The balances are
        kept to a billionth of a LIKE, so the split of even the smallest tip is exact: nothing is rounded and
        nothing is lost.
      </p>
      <p>
        The smallest tip is <strong>0.000001 LIKE</strong>; the largest is what the sender has. Nobody can tip
        a post of their own.
      </p>
    </DocumentSection>
    <DocumentSection id="holders" title="How the holders’ 20% is shared">
      <p>
        The holders’ part of every tip is collected in a pool. Once a day an <em>epoch</em> closes, and what
        the pool has collected is shared among all members{' '}
        <strong>by their balance on Likewell at that moment</strong>:
      </p>
      <pre>your share = pool × your balance ÷ balances of all members</pre>
      <p>
        If the pool holds 50 LIKE and you have 2% of all that members hold, you get 1 LIKE. A few things
        follow from this rule, and we would rather say them than have you find them out:
      </p>
      <ul>
        <li>
          Only the balance at the close counts. Neither the days before it nor how the LIKE came to you
          matter.
        </li>
        <li>
          Only LIKE on the platform counts. LIKE in your own wallet does not count until you deposit it.
        </li>
        <li>
          Likewell’s own accounts (the treasury, the platform’s part, the pool itself, and deposits that
          nobody has claimed yet) get nothing.
        </li>
        <li>A share is rounded down to a billionth of a LIKE. The rest stays in the pool.</li>
        <li>
          While all members together hold less than 1 LIKE no epoch closes; the pool is kept for the next one.
        </li>
      </ul>
      <p>
        Your share is part of your balance at once, and can be spent at once. In the history of your wallet it
        is shown as “Holders’ share so far” until your account next moves; then it becomes an entry of its
        own. <a href="/api/holders/epochs">Every closed epoch is public</a>, with what it paid and to how
        large a total.
      </p>
    </DocumentSection>
    <DocumentSection id="referral" title="Share and earn">
      <p>
        Every member has a referral link. Whoever registers through it is tied to the sharer for good, and of
        every tip that this new member sends, <strong>10% goes to the sharer</strong>.
      </p>
      <p>
        This is paid <strong>out of the platform’s part</strong>, which is then nothing: the author keeps 70%
        and the holders 20%, and no LIKE is made for it. For members who came without a link, the 10% stays
        with the platform. Your own link does not count.
      </p>
    </DocumentSection>
    <DocumentSection id="bonus" title="The sign-up bonus">
      <p>
        Each new member gets <strong>100 LIKE</strong>, once. It is a transfer from the treasury and never
        newly created LIKE. If the treasury is empty, we owe you the bonus and pay it once the treasury has
        LIKE again. Where many register from one network, or very many on one day, the later ones get it on
        one of the next days.
      </p>
    </DocumentSection>
    <DocumentSection id="chain" title="To and from the blockchain">
      <p>
        Members deposit LIKE from a browser wallet. A deposit counts when the blockchain has finalized it, and
        it counts as exactly what arrived in our account, once. Withdrawals are not open yet; they will be
        announced.
      </p>
      <p>
        Tips are settled in our own books and not on the chain. That makes them free of fees and immediate,
        and it means that you rely on our books until you can withdraw. The next section says how they are
        kept.
      </p>
    </DocumentSection>
    <DocumentSection id="books" title="How the books are kept">
      <ul>
        <li>
          Every movement has two sides or more that add up to zero. All accounts together add up to zero.
        </li>
        <li>Nothing in the journal is ever changed or deleted. A correction is a new entry.</li>
        <li>No account of a member can go below zero, and every balance is the sum of its entries.</li>
        <li>
          A tip that is sent twice by accident, by a double click or a lost connection, moves LIKE once.
        </li>
        <li>A program checks all of this while the site runs, and raises an alarm if anything is off.</li>
        <li>
          Your <Link to={paths.wallet}>wallet</Link> lists every change of your balance, so that you can
          account for every LIKE yourself.
        </li>
      </ul>
    </DocumentSection>
    <DocumentSection id="risks" title="What LIKE is not">
      <p>
        Tokens earned on Likewell are for use within it and <strong>carry no monetary value</strong>. LIKE is
        no share in a company, no claim on us and no savings account, and nothing here is advice to buy it.
        The price of the token on an exchange is made by those who trade there and may fall to nothing.
      </p>
    </DocumentSection>
  </Document>
);

/** The screen /whitepaper: the supply of LIKE and its distribution (spec, sections 2 and 9). */
export function WhitePaperScreen() {
  return PAGE;
}
