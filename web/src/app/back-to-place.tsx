import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { Button } from '../shared/ui/button';

/** Where somebody was on a page when they left it. */
interface Place {
  path: string;
  top: number;
  /** The card that they left by. */
  postId: string | undefined;
}

/** Nearer to the top nothing was lost. */
const WORTH_PX = 400;
/** How long a list may take until the card is there again. */
const GIVE_UP_AFTER_MS = 3000;

/** By the keys of the history's entries. */
const places = new Map<string, Place>();

/**
 * The window goes to the top on every change of path (spec, section 2); whoever comes back by the browser's history is offered
 * the way down to where they were, first in the order of the Tab key, until they scroll.
 */
export function BackToPlace() {
  const place = usePlaceLeft();
  const { key } = useLocation();
  return place && <Chip key={key} place={place} />;
}

function Chip({ place }: { place: Place }) {
  const [isOffered, setIsOffered] = useState(true);
  const box = useRef<HTMLElement>(null);
  // What had the focus is gone with its page; the Tab key goes on from here.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  useFirstScroll(() => setIsOffered(false));
  if (!isOffered) return null;
  return (
    <nav
      ref={box}
      tabIndex={-1}
      aria-label="Your place"
      className="fixed top-[calc(var(--bars)+8px)] left-1/2 z-40 -translate-x-1/2 print:hidden"
    >
      <Button
        look="money"
        className="shadow-dialog"
        onClick={() => {
          setIsOffered(false);
          void goTo(place);
        }}
      >
        Back to where you were
      </Button>
    </nav>
  );
}

/** Remembers the place of each page that is left, and answers the one of the page that was come back to. */
function usePlaceLeft(): Place | null {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const top = useRef(0);
  const postId = useRef<string>(undefined);
  // Reading on below a post changes the address behind the router's back.
  const path = useRef<string>(undefined);
  useEffect(() => {
    // What the window shows when a page is left is already the next one.
    const recordTop = () => (top.current = window.scrollY);
    const recordPost = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('a'))) return;
      // The event of a scroll that ended just now may not have come yet.
      recordTop();
      postId.current = postNear(target);
      path.current = window.location.pathname;
    };
    window.addEventListener('scroll', recordTop, { passive: true });
    document.addEventListener('click', recordPost, { capture: true });
    return () => {
      window.removeEventListener('scroll', recordTop);
      document.removeEventListener('click', recordPost, { capture: true });
    };
  }, []);
  useLayoutEffect(
    () => () => {
      places.set(key, { path: path.current ?? pathname, top: top.current, postId: postId.current });
      postId.current = undefined;
      path.current = undefined;
    },
    [key, pathname],
  );
  const place = isReturn ? places.get(key) : undefined;
  return place?.path === pathname && place.top > WORTH_PX ? place : null;
}

/** The post of the card that was pressed, or the first that is in view. */
function postNear(pressed: Element): string | undefined {
  const card =
    pressed.closest<HTMLElement>('[data-post-id]') ??
    [...document.querySelectorAll<HTMLElement>('[data-post-id]')].find(
      (item) => item.getBoundingClientRect().bottom > window.innerHeight / 4,
    );
  return card?.dataset.postId;
}

/** Calls `onScroll` at the first scroll of a person's: the one to the top is the page's own. */
function useFirstScroll(onScroll: () => void): void {
  useEffect(() => {
    let isAtTop = window.scrollY === 0;
    const look = () => {
      if (window.scrollY === 0) isAtTop = true;
      else if (isAtTop) onScroll();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the chip that it was made for
  }, []);
}

/** Scrolls to the card and gives it the focus, as soon as it is there; without one, as far down as before. */
async function goTo({ top, postId }: Place): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  window.scrollTo({ top, behavior: 'instant' });
  while (postId !== undefined && performance.now() < giveUpAt) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const card = document.querySelector<HTMLElement>(`main [data-post-id="${CSS.escape(postId)}"]`);
    if (!card) {
      // The list may not have been so long yet.
      window.scrollTo({ top, behavior: 'instant' });
      continue;
    }
    card.scrollIntoView({ block: 'center', behavior: 'instant' });
    // A list of selectors would find the author's name, which stands before the title.
    const title = card.querySelector<HTMLElement>('h2 a') ?? card.querySelector<HTMLElement>('a');
    title?.focus({ preventScroll: true });
    return;
  }
}
