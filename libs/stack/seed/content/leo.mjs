// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const computing = [
  {
    title: 'Rust or Go: the question I ask first',
    body: `People ask me which of the two they should learn, and they expect a response about speed. Speed is almost never the reason. Both are fast enough for whatever you are building, and your database will be the slow part anyway.

The question I ask first is: where do you want to be told that you are wrong? Rust tells you at your desk, at length, before anything runs. Go lets you pass and trusts you to have written the test. The same mistake, two values changed from two threads, costs you an afternoon of arguing with the compiler in one and possibly a strange Tuesday in production in the other.

So for a small service that moves data from here to there, written by four people who joined last month: Go, without guilt. It is a language one can hold in one's head, and code from a stranger looks like one's own. For a parser, a storage engine, a thing that lives for ten years inside other people's machines: Rust, and budget for the first month.

What I would not do is choose by benchmark. I have seen teams rewrite a service for a gain of thirty percent and lose a year of knowing what their own code does.`,
    tips: { nils: 10, juno: 6, priya_s: 2.5, tomasz: 4, adaobi: 1 },
  },
  {
    title: 'My home server is a ten-year-old laptop, and that is the point',
    body: `It has a battery, so it survives the power cuts. It has a keyboard and a screen, so when the network is down I do not have to carry a monitor up from the cellar. It uses eleven watts. I paid nothing for it.

On it: our photos, the calendar of the house, a recipe collection, and backups of everybody's phones. Every night it sends an encrypted copy to my sister's identical laptop, four hundred kilometres away, and hers sends one to mine. That is our whole disaster plan, and we test it each New Year by restoring a random photo and sending it to the other one.

The interesting part was deciding what not to host. No mail: I want to be able to sleep. Nothing that the children need for school: I want them to be able to sleep. The best home server is one whose death would be a nuisance on a Saturday and nothing more.`,
    tips: { maya: 5, juno: 8, nils: 3, tomasz: 2 },
  },
  {
    title: 'Write the error message first',
    body: `Before I write a function now, I write the sentence it will say when it fails. "The file is 14 MB; the limit is 10 MB." "Somebody else changed this while you were editing; here is theirs." If I cannot write the sentence, I have not understood the function.

It takes a minute, and it has changed my designs more often than any pattern did.`,
    tips: { nils: 4, priya_s: 3, ines: 1.5, juno: 2 },
  },
  {
    title: 'The backup you have not restored is a rumour',
    body: `Put a date in your calendar. On that date, take last night's backup and bring one file back from it, on a different machine, with the instructions you wrote and not with what you remember.

The first time I did this, it turned out that the key to the encrypted backup was kept inside the encrypted backup. Everything had been green for two years.`,
    tips: { maya: 2, nils: 6, adaobi: 2.5 },
  },
];
