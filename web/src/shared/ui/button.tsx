import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Spinner } from './spinner';

type Look = 'primary' | 'outline' | 'quiet' | 'money' | 'plain' | 'danger';
type Size = 'regular' | 'icon';

const BASE =
  'inline-flex min-h-tap select-none items-center justify-center gap-2 rounded-full text-15 font-medium min-[18rem]:whitespace-nowrap ' +
  'transition-[background-color,border-color,color,opacity,scale] active:scale-[0.98] disabled:opacity-55 aria-disabled:opacity-70';

const LOOKS: Record<Look, string> = {
  // Forced colors remove the fill, and with it the shape.
  primary: 'forced-colors:border bg-accent-fill text-on-accent hover:bg-accent-fill-hover font-semibold',
  quiet: 'border border-line bg-surface text-fg hover:border-control hover:bg-raised',
  money: 'border border-line bg-surface text-accent hover:border-accent hover:bg-accent-soft',
  outline: 'border border-accent/55 text-accent hover:border-accent hover:bg-accent-soft',
  plain: 'text-muted hover:bg-raised hover:text-fg',
  danger: 'forced-colors:border bg-negative text-surface font-semibold hover:opacity-90',
};

const SIZES: Record<Size, string> = { regular: 'px-4 max-[12rem]:px-2', icon: 'size-tap shrink-0' };

interface Appearance {
  look?: Look;
  size?: Size;
  className?: string;
}

/** Returns the classes of a button, for other elements that look like one. */
export function buttonClass({ look = 'quiet', size = 'regular', className = '' }: Appearance): string {
  return `${BASE} ${LOOKS[look]} ${SIZES[size]} ${className}`;
}

type ButtonProps = ComponentProps<'button'> & Appearance;

export function Button({ look, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass({ look, size, className })} {...rest} />;
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Appearance) {
  return <Link className={buttonClass({ look, size, className })} {...rest} />;
}

interface SubmitButtonProps extends Omit<ButtonProps, 'type'> {
  working: boolean;
  /** The label while working. Both labels are in the same place, so that the button keeps its width. */
  workingLabel: string;
  children: string;
}

/** Submits a form. While working it says so and ignores presses, but keeps the focus. */
export function SubmitButton({
  working,
  workingLabel,
  children,
  look = 'primary',
  ...rest
}: SubmitButtonProps) {
  return (
    <Button type="submit" look={look} aria-disabled={working} {...rest}>
      <span className="grid *:col-start-1 *:row-start-1">
        <span className={working ? 'invisible' : ''}>{children}</span>
        <span className={`inline-flex items-center justify-center gap-2 ${working ? '' : 'invisible'}`}>
          <Spinner className="size-4" />
          {workingLabel}
        </span>
      </span>
    </Button>
  );
}
