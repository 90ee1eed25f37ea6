// @ts-check

/** @type {import('../members.mjs').DemoPost[]} */
export const chess = [
  {
    title: 'Learn the ending first',
    body: `Almost everyone learns chess from the front: openings, traps, a line with a frightening name. Then the queens come off, twelve pieces are left, and they sit there like someone who has memorised the first page of a novel.

Capablanca thought it should be done the other way round, and after twenty years of teaching at our club I think he was right. With few pieces on the board you find out what a piece is. A king is not an invalid to be hidden, it is worth more than a bishop. A pawn is a plan. A rook hates to be in front of its own pawn and loves to be behind it.

Start with king and pawn against king. It fits on a napkin: if your king stands two squares in front of the pawn, and it is the other side to move, you win; learn why, and you know what opposition is for good. A child takes an hour for it. I have watched grown men with twelve opening books lose half a point for the lack of that napkin.

Then Lucena, then Philidor. Three positions. You will win games for the rest of your life because of a Sunday afternoon.`,
    tips: { leo_h: 8, juno: 5, tomasz: 6, ines: 1.5, priya_s: 2.5 },
  },
  {
    title: 'The quiet move',
    body: `In every collection of great combinations there is one that I cannot get students to find, and it is always the same kind. Not the sacrifice: they love sacrifices. It is the move before, a king stepping one square to the side, a pawn going forward once, nothing attacked and nothing threatened. A move like somebody putting down a cup.

Then nothing that the opponent can do is any good.

I think we miss it because we look for what a move does. The quiet move does nothing. It takes away.`,
    tips: { adaobi: 7, leo_h: 3, tomasz: 2 },
  },
  {
    title: 'On resigning',
    body: `Resign when you would be ashamed to win. Until then, make them show it to you: it is not impolite, it is the one free lesson of the evening.

And write down the score to the end. The last ten moves are the ones you will want later.`,
    tips: { leo_h: 2.5, juno: 1 },
  },
  {
    title: 'Notes from a lost rook ending',
    body: `I had an extra pawn and the better king on Saturday, and drew. Here is the position in words, because I have not been able to stop looking at it: my rook stood in front of the passed pawn, and his stood behind it.

That is all. Everything else was in my favour, and none of it mattered, because each time the pawn went forward my own rook had less room and his had more. "Rooks belong behind passed pawns" is on the first page of the book. I have said it to children. I have said it, I now remember, in a rather superior voice.

The moment to turn the rook around was move 38. I saw it and thought: there is time for that. There is never time for that. It goes on the list of things one only does early, with watering plants and saying thank you.`,
    tips: { leo_h: 5, maya: 2, adaobi: 3, priya_s: 1 },
  },
];
