// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const repairs = [
  {
    title: 'What comes in to a repair café',
    body: `Once a month six of us sit in the library with soldering irons and sewing machines, and people bring us what is broken. After five years I can tell you what breaks: cables, where they enter the thing. Zips. The one plastic gear in a mixer full of metal ones. And glue, which becomes brittle exactly two years after you have forgotten that it is there.

What surprised me is how rarely it is about money. A man of eighty brought a radio that is worth four euros. It had stood in the kitchen during his whole marriage. The capacitor cost eleven cents; he sat beside me for an hour and told me about every kitchen.

We repair about two thirds of what comes in. For the last third we have learned to say so properly: we take the thing apart together, look at what it was, and say that it cannot be done. People thank us for that as well. I think they wanted a second opinion before letting go.

If there is one near you, go, even with nothing broken. Bring cake. There is always a shortage of cake.`,
    tips: { maya: 7, ines: 8, leo_h: 10, adaobi: 6, priya_s: 4, nils: 3.5 },
  },
  {
    title: 'Patch the tube, keep the ride',
    body: `You can replace a tube in five minutes and throw one away, or patch it in seven and know how. Roughen more than you think you need to. Wait until the glue looks dry, then wait as long again. Press for the length of one song.

I have a tube with nine patches. It is mostly patches now, and I trust it more than the new one.`,
    tips: { leo_h: 2, tomasz: 2.5, maya: 1.5 },
  },
  {
    title: 'Maps that lie kindly',
    body: `The map in our bus is wrong on purpose. The river is straight, the hills are missing, and my street, which goes up like a staircase, is a calm horizontal line in pale green. Distances mean nothing. It is the most useful map I own.

A good map is a list of what to leave out. The walker's map leaves out the prices of houses, the estate agent's map leaves out the motorway, the child's map leaves out everything except the dog. When I do not trust a map I ask what it would rather not talk about.

Last year I drew one of our neighbourhood for a friend who had just moved here: where there is shade at noon, which bakery gives you yesterday's rolls, the wall with the good echo. It has no scale. She says that she still uses it, although she has lived here for a year, because it is the only one with an opinion.`,
    tips: { tomasz: 9, adaobi: 5.5, maya: 3, ines: 4, leo_h: 1.5 },
  },
  {
    title: 'Buy the screwdriver twice',
    body: `Buy the cheap one first. If you use it so often that it wears out, buy the best one there is. You will own one excellent screwdriver and no excellent pasta machine, which is the right way round for most of us.`,
    tips: { leo_h: 3.5, nils: 2.5 },
  },
];
