// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const trains = [
  {
    title: 'The night train is the last honest way to travel',
    body: `A plane pretends that there is no distance. You are in one place, then there is a tube with sandwiches, then you are in another, and your body spends two days wondering what happened. On the night train the distance is there. You hear it. You lie in it.

I took the sleeper from Warsaw to Vienna in February. At one in the morning it stood for forty minutes in a station whose name I never saw, snow falling through one lamp, and a man with a long hammer walked along the carriages and struck each wheel and listened. I had thought that this was a thing from novels. He had the expression of someone checking melons.

In the morning the attendant brought coffee and the key to the washroom, and the mountains had been put outside the window while I was asleep. I arrived with the feeling that I had earned the place.

It cost more than the flight. It also replaced a hotel, a taxi and a bad mood. I recommend the upper berth, earplugs, and a book that you do not mind not reading.`,
    tips: { ines: 6, adaobi: 10, priya_s: 5, maya: 3, juno: 5, leo_h: 4, nils: 7.5 },
  },
  {
    title: 'How to sleep on a train',
    body: `Feet towards the engine, so that braking presses your soles and not your skull. Shoes in a bag, the bag under the pillow. Socks you can walk in. Tell the attendant at what time to wake you, and then set two alarms, because the attendant is also asleep.

Eat something salty before and drink less than you would like. And open the blind a hand's width: waking up at four to see a lit platform slide past is the reason you are here.`,
    tips: { juno: 4.5, priya_s: 2, ines: 2.5, leo_h: 1.5 },
  },
  {
    title: 'A short praise of the printed timetable',
    body: `The app tells me how to get from A to B. The printed timetable told me what else there was. You ran a finger down the column looking for Brno and passed places with one train a day, at 05:12, except on Sundays, with a footnote shaped like a small bell. Half of my best journeys began in a footnote.

Some railways still publish the whole book as a file. I print the pages for the country I am going to and read them the evening before, the way other people read the menu.

It is a portrait of a country, too. Where the trains stop, how often, which valley gets a line and which gets a bus and a promise: it is all there, in nine-point type, without an opinion.`,
    tips: { adaobi: 3.5, nils: 2, maya: 1 },
  },
];
