import { Document, DocumentSection } from '../features/document/document';
import { CONTACT_EMAIL } from '../shared/config/site';

const PAGE = (
  <Document
    title="How we select winners"
    lead="We do not: a public list and a Bitcoin block do. Here is how, so that you can check it."
    updated="2026-11-30"
  >
    <DocumentSection id="idea" title="The idea">
      <p>
        A fair draw has two parts: a list of entries that nobody can change any more, and a number that nobody
        could know when the list was closed. If both are public, the winners follow from them by arithmetic,
        and everybody who does it gets the same ones.
      </p>
      <p>
        So we do not pick winners. We close the list, publish its fingerprint, wait for the Bitcoin network to
        produce a block, and calculate. You can do the same.
      </p>
    </DocumentSection>
    <DocumentSection id="snapshot" title="The snapshot">
      <p>
        A snapshot of all entries is taken at <strong>11:59 PM ET on the end date</strong> and hashed with{' '}
        <strong>SHA-256</strong>. The entries are sorted first, so that the same entries always make the same
        hash. The hash is published at once. We call it the commitment: add, remove or change a single letter
        of the list and it becomes another one.
      </p>
      <p>Entries that arrive later do not take part.</p>
    </DocumentSection>
    <DocumentSection id="randomness" title="The randomness">
      <p>
        Randomness comes from the <strong>first Bitcoin block after 12:00 PM ET the next day</strong>. Its
        hash is the outcome of work done all over the world. When the list was closed half a day earlier,
        nobody could know it, and making a block of one’s own takes that work again. What a postponement can
        change is explained under <a href="#limits">What this cannot prove</a>.
      </p>
      <p>Precisely:</p>
      <ul>
        <li>
          It is the block of the lowest height whose own time, as its header says, is later than 12:00:00 PM
          ET and not later than 1:30:00 PM ET. A header may be up to two hours ahead of the clock: a block
          that claims a later time is passed over.
        </li>
        <li>
          We take it after 6 confirmations, and only if several independent sources name the same block.
        </li>
        <li>
          <strong>The 90-minute fallback:</strong> if no block has such a time, it is the block just before
          the first one that is later than 12:00:00 PM ET. We wait until no such time can come any more: six
          of eleven confirmed blocks in a row must be later than 1:30:00 PM ET, and Bitcoin accepts no later
          block with a time of 1:30:00 PM ET or earlier.
        </li>
        <li>
          <strong>If the sources are unavailable</strong> or disagree, the draw is{' '}
          <strong>postponed by 24 hours</strong>: the same rules, one day later, with the same list. A noon
          whose block may be known by then is passed over too.
        </li>
      </ul>
    </DocumentSection>
    <DocumentSection id="draw" title="The draw">
      <p>From the two published values everything else follows:</p>
      <ol>
        <li>
          The <strong>seed</strong> is the SHA-256 of the commitment followed by the hash of the block.
        </li>
        <li>
          Each entry gets a <strong>ticket</strong>: the HMAC-SHA256 of the entry, with the seed as its key.
        </li>
        <li>
          The tickets are put in order. With <em>k</em> prizes, the <em>k</em>{' '}
          <strong>lowest tickets win</strong>.
        </li>
      </ol>
      <pre>
        {'seed    = SHA-256(commitment ‖ block hash)\n' +
          'ticket  = HMAC-SHA256(seed, entry)\n' +
          'winners = the k entries with the lowest tickets'}
      </pre>
      <p>
        Every entry has the same chance. Being early or late, first or last in the list, makes no difference.
      </p>
    </DocumentSection>
    <DocumentSection id="check" title="Check it yourself">
      <p>
        From the snapshot on the proof of each giveaway is at{' '}
        <code>/api/giveaways/NUMBER/proof?download=1</code>, with its own number: the entries and the
        commitment, and after the draw the height and the hash of the block, the seed, and the winners with
        their tickets. To check a draw:
      </p>
      <ol>
        <li>
          Note the commitment when it is published, before noon. Later, hash the published entries and
          compare. If both are equal, nobody has touched the list.
        </li>
        <li>
          In any block explorer, or in a node of your own, look for the lowest block whose time is later than
          12:00 PM ET and not later than 1:30 PM ET. It must be the published block. If there is none, the
          90-minute fallback applies: look for the lowest block whose time is later than 12:00 PM ET, and the
          block just before it must be the published one.
        </li>
        <li>Calculate the seed and the tickets, and look for the lowest ones.</li>
      </ol>
      <p>Byte for byte:</p>
      <ul>
        <li>
          <strong>Commitment:</strong> sort the entries by their UTF-8 bytes and hash them with one byte 0A, a
          line feed, after each, the last one too. No entry has a line feed inside: if one in a proof has, it
          is two.
        </li>
        <li>
          <strong>Seed:</strong> hash 64 bytes, the 32 of the commitment and the 32 of the block hash, not
          their text. The block hash is taken in the order in which explorers show it, which is the reverse of
          a node’s internal order.
        </li>
        <li>
          <strong>Tickets:</strong> the key is the 32 bytes of the seed, and the message is the entry in
          UTF-8. Compare tickets from their first byte on.
        </li>
        <li>
          <strong>Winners:</strong> <em>k</em> is <code>winners_wanted</code> of the proof. With fewer entries
          than prizes all of them win.
        </li>
      </ul>
      <p>
        SHA-256 and HMAC are in every programming language and in your browser. None of these steps needs
        anything from us but the published values.
      </p>
    </DocumentSection>
    <DocumentSection id="disputes" title="If you disagree">
      <p>
        A <strong>dispute ticket may be filed within 30 days</strong> of the draw: write to{' '}
        <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>, name the giveaway, and say what you found. If
        your calculation is right and ours is wrong, yours counts.
      </p>
    </DocumentSection>
    <DocumentSection id="limits" title="What this cannot prove">
      <p>
        The draw proves that the winners follow from the list and from the block, and that nobody picked them
        by hand. It does not prove that every entry is a person of its own, or that it kept the rules of its
        giveaway. What is asked of an entry stands in those rules.
      </p>
      <p>
        <strong>Nor does it prove that nobody put it off.</strong> Whoever can cut us off from the sources
        from 12:00 PM to 6:00 PM ET can postpone a draw by a day. The block is known by then, so they may do
        it because they dislike its winners. We could do it too. Nobody can choose the next block, but they
        could turn one down.
      </p>
      <p>
        A postponement cannot be hidden: the proof names every noon that passed without a draw, and shows the
        reason and what each source said, as we wrote it down. You see it when you verify the draw. Compare it
        with any block explorer. If the block of that noon was there for everybody else, ask us why it was not
        for us.
      </p>
      <p>
        <strong>Nor does it prove that nobody turned a block down.</strong> Whoever finds the block can throw
        it away because they dislike its winners, and lose its reward. And if no block came by 1:30 PM ET, as
        happens at about one noon in 8,000, whoever finds the next ones knows the winners of the fallback, and
        can date their block back to 1:30 PM ET so that it decides instead.
      </p>
    </DocumentSection>
  </Document>
);

/** The screen /how-we-select-winners: the rules of every draw (spec, section 9; ADR 0060). */
export function HowWeSelectWinnersScreen() {
  return PAGE;
}
