import '@watchpost/widgets/theme/fonts.css';
import '@watchpost/widgets/theme/tokens.css';

export const metadata = { title: 'Our shop, right now' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
