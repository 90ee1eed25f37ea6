// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const baking = [
  {
    title: 'Bread for people with jobs',
    body: `Most sourdough recipes are written for somebody who is at home all day and likes to be interrupted every thirty minutes. Here is one for the rest of us. It asks for about twelve minutes of your attention, spread over a day.

Evening, after dinner: stir 100 g of lively starter into 350 g of water, add 500 g of flour and 10 g of salt, stir until no dry flour is left. It will look like a mistake. Cover it and do the dishes. When they are done, wet your hand and fold the dough over itself four times. Go to bed.

Morning: it has doubled and smells of yoghurt. Tip it out, fold it into a ball without pressing the air from it, drop it into a floured bowl and put it in the fridge. Go to work.

Evening again: heat the oven with a lidded pot in it as hot as it goes. Turn the loaf out, cut it once, put it into the pot, lid on for 25 minutes, lid off for 20. Do not cut it for an hour. I know. An hour.

The fridge does the work that the recipes ask you to do by hand. Time is an ingredient; you might as well use the time in which you are not there.`,
    tips: { maya: 10, leo_h: 5, tomasz: 8, priya_s: 6, nils: 2.5, adaobi: 5, juno: 7.5 },
  },
  {
    title: 'In defence of the ugly loaf',
    body: `The loaf in the photograph has an ear, a blister, a pattern of wheat stalks cut with a razor. Mine looks like something that rolled off a cart. They taste the same, and mine was eaten while it was still warm, by people standing up, with too much butter.

Nobody has ever asked a loaf to be beautiful twice.`,
    tips: { adaobi: 6, juno: 2, maya: 3.5 },
  },
  {
    title: 'What the old baker said about salt',
    body: `I spent one week of my twenties sweeping the floor of a bakery in Évora, and the baker, who was seventy and slept in the afternoons like a cat, answered one question a day. On the Thursday I asked why his bread tasted of something and mine did not.

He thought about it through an entire tray of rolls. Then he said: you salt the dough. I salt the flour, the water, and the mood.

It took me years to find the sensible half of that. He used no more salt than anyone. But he tasted everything, raw, at each stage, including the water, including the flour, with the face of a man listening for a noise in the engine. When the weather turned he changed something and could not have told you what.

Weigh your salt: two percent of the flour. Then taste the dough anyway. The scale tells you what you did, and only your tongue tells you what happened.`,
    tips: { maya: 4, adaobi: 9, tomasz: 3, priya_s: 1.5 },
  },
  {
    title: 'Rye does not forgive, and does not need to',
    body: `Wheat is a conversation. Rye is a letter: you get one chance to say it. There is no kneading it better, no second rise, no rescue. Scald a third of the flour the night before, keep everything warm, and do not touch it more than you must.

Then wait a full day before cutting. On the third day it is at its best, and on the seventh it makes the best toast you will ever eat.`,
    tips: { tomasz: 6.5, nils: 1, leo_h: 2 },
  },
];
