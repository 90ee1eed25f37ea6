import { useNewFeed } from '../features/feed/feed.api';
import { PublicFeed } from './parts/public-feed';

/** The screen /new: the latest posts. */
export function NewScreen() {
  return <PublicFeed title="New Posts" feed={useNewFeed()} />;
}
