// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const gardening = [
  {
    title: 'What a north-facing balcony taught me',
    body: `For three summers I tried to grow tomatoes on a balcony that sees the sun for ninety minutes a day. They grew tall and pale, leaned over the railing like passengers looking for land, and gave me eleven tomatoes in total. I counted.

The fourth summer I stopped arguing with the building. I planted what wants shade: mint in a pot of its own (never let it share), chervil, a hosta with leaves the size of plates, lettuce that would have bolted in June anywhere else. By July it was the greenest thing on the street.

The lesson is not really about plants. I had been measuring the place against a garden it could not be. Once I asked what it was good at, it had a response ready.

If you have a dark balcony: lettuce, mint, ferns, and a chair. The chair is the most important one.`,
    tips: { ines: 7.5, tomasz: 5, priya_s: 10, adaobi: 4, juno: 2.5 },
  },
  {
    title: 'Leave the leaves',
    body: `A small plea before you get the rake out. The layer of leaves under your hedge is where queen bumblebees sleep, where the blackbird finds breakfast in January, and where next year's soil is being made for nothing.

Clear the paths and the lawn. Leave the rest. By May you will not be able to tell, except that things grow better.`,
    tips: { priya_s: 5, leo_h: 1, juno: 1.5 },
  },
  {
    title: 'A garden diary in one line a day',
    body: `I kept failing at garden diaries. Handsome notebooks, two enthusiastic pages in March, nothing after. What finally worked was a wall calendar in the shed with a pencil on a string and a rule: one line, no more, even if a lot happened.

"First asparagus. Slugs 3, me 0." "Rain at last." "Moved the currants, apologised to the currants."

It is seven years old now. Last week I wanted to know when the frost usually ends here, and instead of asking the internet I walked to the shed. The twelfth of May, give or take four days. No forecast has ever been that specific about my garden, because no forecast has ever stood in it.

The entries I like best are the useless ones. On the ninth of August three years ago I wrote only: "Sat." I remember that evening exactly.`,
    tips: { adaobi: 8, ines: 3, nils: 2, tomasz: 1.5 },
  },
  {
    title: 'Compost is a matter of patience and cardboard',
    body: `Every wet, smelly, fly-ridden compost heap I have been asked to look at had the same problem: too much kitchen, not enough cardboard. Tear up the boxes your parcels come in, without the tape, about as much by volume as the peelings. Turn it when you feel like it. Wait.

That is the whole craft. The books add three hundred pages.`,
    tips: { juno: 3, leo_h: 2.5 },
  },
];
