import { Route, Routes } from 'react-router-dom';
import { AccountScreen } from './account';
import { NotFoundScreen } from './not-found';

/** The screens that are opened by the link of a mail, or by mistake. */
export function OtherScreen() {
  return (
    <Routes>
      <Route path="/account/*" element={<AccountScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
