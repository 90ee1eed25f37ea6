import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusMainIfLost } from '../shared/hooks/focus-main';
import { Button } from '../shared/ui/button';

/** The position of a person on a page when they left it. */
interface Place {
  path: string;
  top: number;
  /** The card whose link they followed, or the first in view. */
  postId: string | undefined;
}

/** Below this scroll position the reader loses nothing by starting at the top. */
const WORTH_PX = 400;
/** Maximum time for a list to show the card again, or to be as long as it was. */
const GIVE_UP_AFTER_MS = 3000;

/** Places by the keys of the history entries. */
const places = new Map<string, Place>();

/**
 * On every change of path the window scrolls to the top (spec, section 2). A person who comes back by the
 * browser's history is offered a button down to their former place. It is first in the Tab order, and stays
 * until they scroll.
 */
export function BackToPlace() {
  const place = usePlaceLeft();
  const { key } = useLocation();
  return place && <Chip key={key} place={place} />;
}

function Chip({ place }: { place: Place }) {
  const [isOffered, setIsOffered] = useState(true);
  const box = useRef<HTMLElement>(null);
  // The element that had the focus is gone with its page, or was the screen as a whole: the Tab key continues here.
  useEffect(() => {
    if (document.activeElement?.matches('body, #main')) box.current?.focus({ preventScroll: true });
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

/**
 * Stores the place on each page that is left; returns the place on the page to which a person has returned.
 */
function usePlaceLeft(): Place | null {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const top = useRef(0);
  const postId = useRef<string>(undefined);
  // Reading on below a post changes the address without the router.
  const path = useRef<string>(undefined);
  useEffect(() => {
    // When a page is left, the window's position already belongs to the next one.
    const recordTop = () => (top.current = window.scrollY);
    const recordPost = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('a'))) return;
      // The event of a scroll that has just ended may not have been sent yet.
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

/** Returns the id of the post whose card was pressed, or of the first post in view. */
function postNear(pressed: Element): string | undefined {
  const card =
    pressed.closest<HTMLElement>('[data-post-id]') ??
    [...document.querySelectorAll<HTMLElement>('[data-post-id]')].find(
      (item) => item.getBoundingClientRect().bottom > window.innerHeight / 4,
    );
  return card?.dataset.postId;
}

/** Calls `onScroll` at the first scroll by the person; the scroll to the top is the page's own. */
function useFirstScroll(onScroll: () => void): void {
  const scrolled = useEffectEvent(onScroll);
  useEffect(() => {
    let isAtTop = window.scrollY === 0;
    const look = () => {
      if (window.scrollY === 0) isAtTop = true;
      else if (isAtTop) scrolled();
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
}

/** Events of a person who goes on by themselves, to another place of the page or to another page. */
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'popstate'];

/**
 * Scrolls to the card and focuses it as soon as it is there; without a card, scrolls to the former position as soon
 * as the page is high enough. A person who goes on meanwhile is not held. The focus, if nothing has it then, goes to
 * the screen.
 */
async function goTo({ top, postId }: Place): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  const controller = new AbortController();
  const { signal } = controller;
  for (const event of INPUT_EVENTS) {
    window.addEventListener(event, () => controller.abort(), { capture: true, passive: true, signal });
  }
  while (performance.now() < giveUpAt) {
    window.scrollTo({ top, behavior: 'instant' });
    // Until the next frame the button that was pressed still has the focus.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (signal.aborted || (postId === undefined ? isAt(top) : focusCard(postId))) break;
  }
  controller.abort();
  focusMainIfLost();
}

/** Tells whether the window is scrolled this far, but for the rest of a pixel. */
const isAt = (top: number): boolean => Math.ceil(window.scrollY) >= Math.floor(top);

/** Scrolls to the post's card and focuses its title; returns false where it is not there yet. */
function focusCard(postId: string): boolean {
  const card = document.querySelector<HTMLElement>(`main [data-post-id="${CSS.escape(postId)}"]`);
  if (!card) return false;
  card.scrollIntoView({ block: 'center', behavior: 'instant' });
  // A selector list would find the author's name, which comes before the title.
  const title = card.querySelector<HTMLElement>('h2 a') ?? card.querySelector<HTMLElement>('a');
  title?.focus({ preventScroll: true });
  return true;
}
