// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const birding = [
  {
    title: 'Start with ten birds',
    body: `Beginners buy a field guide with eight hundred species in it and give up on page thirty, among the warblers, which even the warblers cannot tell apart. Put the book away. Learn ten birds, the ones you can see from where you are sitting now, and learn them properly.

Properly means: shape, walk, voice, mood. A blackbird runs, stops, and listens with its whole body. A starling never runs, it marches. A wagtail lands as if the ground were hot. You should be able to tell them by the corner of your eye, on a grey day, without colour.

After that something odd happens. The eleventh bird announces itself. You are walking to the bus and a movement is wrong, it is none of the ten, and you stop, and the people behind you bump into you. That is birding. Everything else is equipment.`,
    tips: { maya: 8, adaobi: 5, ines: 4, tomasz: 2.5, juno: 6 },
  },
  {
    title: 'Five in the morning, with a flask',
    body: `There is an hour before the town starts its engines when the sound carries from one end of the valley to the other. A song thrush on the church, another on the crane at the building site, each saying everything three times in case the other was not paying attention.

I used to get up for this with a list and a target. Now I take tea. I have never regretted getting up, and I have never once wanted to.`,
    tips: { adaobi: 4, tomasz: 3, maya: 2.5 },
  },
  {
    title: 'The swifts came back on Tuesday',
    body: `Every year I tell myself that I will not look for them before the first of May, and every year I walk into a lamp post in the last week of April.

They have not touched the ground since they left. Not once: they eat, drink, gather feathers and sleep up there, half the brain at a time, at two thousand metres. A young one that falls out of the nest under our roof in July will not stand on anything again for two or three years. Then it comes back to within a few streets of the place where it hatched.

On Tuesday evening at ten past seven there were three of them over the car park, screaming. A woman with shopping bags put them down and looked up, and then a boy on a scooter did, and for about a minute nobody in that car park was going anywhere.

If your house has gaps under the eaves, please leave them open. If it has none, a box costs about as much as a pizza. They come back to the same address for twenty years, which is more than can be said for most tenants.`,
    tips: { maya: 6, ines: 5, juno: 10, tomasz: 4, nils: 3, leo_h: 7.5 },
  },
  {
    title: 'A note on binoculars',
    body: `Eight by thirty-two, second-hand, from somebody who gave up. Ten times enlarges your trembling as much as the bird. And clean them with a brush before the cloth, or you will polish sand into the glass.

The best pair is the one that hangs by the door.`,
    tips: { juno: 1.5, leo_h: 1 },
  },
];
