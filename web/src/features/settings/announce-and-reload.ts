import { reloadPage } from '../../shared/history/reload-page';

/** Announces a changed avatar or username, and reloads the page (spec, section 4). */
export function announceAndReload(text: string): void {
  window.alert(text);
  reloadPage();
}
