// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const prose = [
  {
    title: 'Inventory of my grandmother’s kitchen drawer',
    body: `String, saved. Longer string, saved for when the string runs out. A corkscrew with one arm. Candles for the power, candles for birthdays, and one candle for neither that nobody was allowed to light.

A key. We tried it in everything.

Rubber bands around nothing, keeping the shape of what they had kept. Her pencil, four centimetres long, sharpened with a knife on both ends. A recipe in her hand that ends with "and then you will see".

Seven spoons from seven hotels. She had stayed in none of them. When we asked, she said that people give you things, if you are the kind of person who listens, and that most people have too many spoons.

At the very back, folded in wax paper: a seed, some sort of bean. I planted it in April, in a yoghurt cup, without expecting anything. And then you will see.`,
    tips: { maya: 10, ines: 12.5, tomasz: 7.5, priya_s: 8, nils: 5, juno: 9, leo_h: 6 },
  },
  {
    title: 'Weather report',
    body: `In the west, a light rain that cannot make up its mind. In the east, the sun, making up everyone’s.

Over the lake a single cloud in the shape of the thing you meant to say. It will move off by evening. Tomorrow: mostly. The day after: we shall see, we shall see, and if we do not, there will be others looking.`,
    tips: { nils: 4, ines: 3, juno: 2.5, tomasz: 1.5 },
  },
  {
    title: 'Why I read the last page first',
    body: `I know that it is considered a vice. My brother will not lend me detective novels. But I have never understood what is supposed to be spoiled.

If I know that she marries the wrong one, then every page before becomes a page on which she might not have. I read it as one watches a friend tell a story about a bad year: you know that she survived it, she is sitting there with a cup of tea, and so you can listen to how.

Suspense is a fine thing, but it makes one read with the feet. You are always leaving. When I know the end I can stay in a room for as long as the sentence does, look at the curtains, notice who has not spoken.

And if a book is ruined by its last page, it was a very long envelope for a very short letter.`,
    tips: { tomasz: 4, ines: 2, nils: 1.5, maya: 5.5 },
  },
  {
    title: 'The tram, at night, empty, lit',
    body: `It comes around the corner like a room that has decided to leave the house. All its lamps on, all its seats facing the same way, waiting for a lecture. The driver lifts two fingers from the wheel: to me, or to the rain.

I did not need the tram. I live here. I got on.`,
    tips: { tomasz: 5, juno: 3, priya_s: 3.5 },
  },
];
