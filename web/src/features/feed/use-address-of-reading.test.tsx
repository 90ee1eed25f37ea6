import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { PageRouter } from '../../shared/history/page-router';
import { useAddressOfReading } from './use-address-of-reading';

/** Replaces the observer that jsdom lacks: says that the heading is at the top of the viewport, or below it. */
let report: (isIntersecting: boolean) => void;
class Observer {
  constructor(callback: (entries: object[]) => void) {
    report = (isIntersecting) => callback([{ isIntersecting }]);
  }
  observe = vi.fn();
  disconnect = vi.fn();
}

const Reading = () => <span ref={useAddressOfReading('/p/7', '/best')}>The post</span>;
const Loading = lazy(() => new Promise<never>(() => undefined));

afterEach(() => vi.unstubAllGlobals());

it('changes the address at the heading, but not that of the next screen while it is loaded', () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  history.replaceState(null, '', '/p/7');
  render(
    <PageRouter>
      <Link to="/new">New</Link>
      <Routes>
        <Route path="/p/7" element={<Reading />} />
        <Route path="/new" element={<Loading />} />
      </Routes>
    </PageRouter>,
  );
  act(() => report(true));
  expect(location.pathname).toBe('/best');
  act(() => report(false));
  expect(location.pathname).toBe('/p/7');
  fireEvent.click(screen.getByText('New'));
  act(() => report(true));
  expect([screen.getByText('The post').isConnected, location.pathname]).toEqual([true, '/new']);
});
