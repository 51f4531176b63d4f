import { Activity, BookOpen, CircleHelp, Grid3x3, Keyboard, LogOut, Megaphone, MessageCircle, MessageSquareWarning, Search, Settings, UserRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ProfileRowName } from './profile-model.ts';

export const profileIcons: Readonly<Record<ProfileRowName, LucideIcon>> = {
  search: Search,
  activities: Activity,
  videoWall: Grid3x3,
  settings: Settings,
  account: UserRound,
  help: CircleHelp,
  supportChat: MessageCircle,
  feedback: MessageSquareWarning,
  wiki: BookOpen,
  keys: Keyboard,
  channel: Megaphone,
  signOut: LogOut,
};
