import {
  Activity,
  BookOpen,
  Cctv,
  CodeXml,
  CreditCard,
  Gauge,
  Grid3x3,
  Bell,
  Keyboard,
  Languages,
  LayoutGrid,
  LogOut,
  MapPin,
  MessageSquareWarning,
  Monitor,
  Moon,
  Plus,
  Search,
  Sun,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { PaletteEntry, PaletteEntryName } from './palette-entries.ts';

const icons: Readonly<Record<PaletteEntryName, LucideIcon>> = {
  dashboard: LayoutGrid,
  activities: Activity,
  videoWall: Grid3x3,
  account: UserRound,
  notifications: Bell,
  locations: MapPin,
  billing: CreditCard,
  permissions: UsersRound,
  developers: CodeXml,
  quality: Gauge,
  addCamera: Plus,
  themeLight: Sun,
  themeDark: Moon,
  themeSystem: Monitor,
  english: Languages,
  russian: Languages,
  feedback: MessageSquareWarning,
  help: BookOpen,
  keys: Keyboard,
  signOut: LogOut,
};

const isName = (id: string): id is PaletteEntryName => Object.hasOwn(icons, id);

export function paletteIcon({ id }: PaletteEntry): LucideIcon {
  if (id === 'find-events') return Search;
  return isName(id) ? icons[id] : Cctv;
}
