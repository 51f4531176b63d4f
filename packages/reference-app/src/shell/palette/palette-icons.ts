import { Activity, BookOpen, Cctv, CreditCard, Grid3x3, Bell, Keyboard, Languages, LayoutGrid, LogOut, MapPin, MessageSquareWarning, Monitor, Moon, Package, Plus, Send, Share2, Sun, UserRound, UsersRound, Wallet } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { PaletteEntry, PaletteEntryName } from './palette-entries.ts';

const icons: Readonly<Record<PaletteEntryName, LucideIcon>> = {
  dashboard: LayoutGrid,
  activities: Activity,
  videoWall: Grid3x3,
  account: UserRound,
  notifications: Bell,
  telegram: Send,
  locations: MapPin,
  permissions: UsersRound,
  billing: CreditCard,
  topUp: Wallet,
  plans: Package,
  addCamera: Plus,
  share: Share2,
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
  return isName(id) ? icons[id] : Cctv;
}
