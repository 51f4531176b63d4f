import {
  Bell,
  BookOpen,
  CircleHelp,
  CreditCard,
  Grid3x3,
  Keyboard,
  LogOut,
  MapPin,
  Megaphone,
  MessageCircle,
  MessageSquareWarning,
  Search,
  Send,
  UserRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ProfileRowName } from './profile-model.ts';

export const profileIcons: Readonly<Record<ProfileRowName, LucideIcon>> = {
  search: Search,
  videoWall: Grid3x3,
  billing: CreditCard,
  locations: MapPin,
  notifications: Bell,
  telegram: Send,
  account: UserRound,
  help: CircleHelp,
  supportChat: MessageCircle,
  feedback: MessageSquareWarning,
  wiki: BookOpen,
  keys: Keyboard,
  channel: Megaphone,
  signOut: LogOut,
};
