import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { RouteAnnouncer } from './route-announcer';

function List() {
  useDocumentTitle('Giveaways');
  return <Link to="/detail">Autumn draw</Link>;
}

function Detail() {
  const [title, setTitle] = useState<string>();
  useDocumentTitle(title);
  return <button onClick={() => setTitle('Autumn draw')}>Load</button>;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const start = () =>
  render(
    <MemoryRouter initialEntries={['/list']}>
      <RouteAnnouncer />
      {['list', 'detail', 'untitled'].map((path) => (
        <Link key={path} to={`/${path}`}>
          {path}
        </Link>
      ))}
      <main id="main" tabIndex={-1}>
        <Routes>
          <Route path="/list" element={<List />} />
          <Route path="/detail" element={<Detail />} />
          <Route path="/untitled" element={<h2>This page could not be shown</h2>} />
        </Routes>
      </main>
    </MemoryRouter>,
  );
const open = (path: string) => fireEvent.click(screen.getByRole('link', { name: path }));
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const announced = () => screen.getByRole('status').textContent;

it('the title of a screen that loads slowly is told once it is there, and never that of the one before', () => {
  start();
  open('detail');
  pass(10_000);
  expect(announced()).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  pass(1000);
  expect(announced()).toBe('Autumn draw – Likewell');
});

it('the first screen is told when somebody comes back to it, and not before', () => {
  start();
  pass(1000);
  expect(announced()).toBe('');
  open('detail');
  open('list');
  pass(1000);
  expect(announced()).toBe('Giveaways – Likewell');
});

it('a screen without a title is told by its heading', () => {
  start();
  open('untitled');
  pass(10_000);
  expect(announced()).toBe('This page could not be shown');
});

it('the focus that went with a screen goes to the next one, and from elsewhere it is not taken', () => {
  start();
  const link = screen.getByRole('link', { name: 'Autumn draw' });
  link.focus();
  fireEvent.click(link);
  expect(screen.getByRole('main').matches(':focus')).toBe(true);
  const outside = screen.getByRole('link', { name: 'untitled' });
  outside.focus();
  fireEvent.click(outside);
  expect(outside.matches(':focus')).toBe(true);
});
