import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PostBody } from './post-body';

const long = 'a'.repeat(301);
const shown = () => screen.getByTestId('post-body').textContent;

describe('the body of a post card (spec, section 2)', () => {
  it('is cut at 300 characters, with a toggle', async () => {
    render(<PostBody body={long} expanded={false} />);
    expect(shown()).toBe(`${'a'.repeat(300)}…`);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(shown()).toBe(long);
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(shown()).toBe(`${'a'.repeat(300)}…`);
  });

  it('has no toggle at 300 characters or less', () => {
    render(<PostBody body={'a'.repeat(300)} expanded={false} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is whole and without a toggle on its own page', () => {
    render(<PostBody body={long} expanded />);
    expect(shown()).toBe(long);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows markup as the text that it is', () => {
    render(<PostBody body={'<img src=x onerror=alert(1)>\nsecond line'} expanded={false} />);
    expect(shown()).toBe('<img src=x onerror=alert(1)>\nsecond line');
    expect(screen.queryByRole('img')).toBeNull();
  });
});
