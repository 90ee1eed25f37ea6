import { Route, Routes } from 'react-router-dom';
import { AccountScreen } from './account';
import { NotFoundScreen } from './not-found';

/** What is opened by a link of a mail, or by mistake. */
export function OtherScreen() {
  return (
    <Routes>
      <Route path="/account/*" element={<AccountScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
