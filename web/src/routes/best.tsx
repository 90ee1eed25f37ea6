import { useBestFeed } from '../features/feed/feed.api';
import { PublicFeed } from './parts/public-feed';

/** The screen /best: the posts that received most. */
export function BestScreen() {
  return <PublicFeed title="Top Posts" feed={useBestFeed()} />;
}
