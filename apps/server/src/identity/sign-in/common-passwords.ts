import { brand } from '@portal/brand';

/** The words of the provider's name, each and together. */
const BRAND_WORDS = [brand.name.replace(/\P{L}/gu, ''), ...brand.name.split(/\P{L}+/u)].map((word) =>
  word.toLowerCase(),
);

/**
 * Words that people use as passwords, in their shortest spelling: affection, sport, animals, names,
 * places, work, the keyboard, and the provider's name.
 */
const WORDS = new Set([
  ...BRAND_WORDS,
  ...`
password passwort passcode secret letmein welcome login access admin administrator root guest user master default system server
changeme test hello iloveyou loveyou lovely mylove love forever always sweetheart baby babygirl babyboy
princess prince queen king angel angels sunshine sunflower rainbow butterfly flower blossom summer winter spring autumn
monday friday sunday january february march april june july august september october november december
football soccer baseball basketball hockey tennis cricket golf arsenal chelsea liverpool manchester united barcelona realmadrid juventus
superman batman spiderman ironman pokemon pikachu naruto starwars matrix avengers minecraft fortnite dragon phoenix unicorn
tiger lion eagle falcon monkey panda puppy kitty kitten doggie hunter shadow ninja samurai warrior soldier killer maverick
michael jordan daniel david james joshua andrew robert thomas charlie william george anthony matthew samuel joseph
jessica jennifer michelle ashley nicole amanda sarah hannah victoria elizabeth patricia maria samantha
emmanuel blessing chioma chinedu ngozi amaka ifeanyi obinna adebayo adewale oluwaseun oluwa tunde bola funmi temitope kehinde taiwo
musa ibrahim aisha fatima abubakar mohammed ahmed yusuf suleiman zainab halima usman
nigeria naija lagos abuja kano ibadan enugu portharcourt kaduna africa london england canada america usa
jesus jesuschrist godisgood godislove thankgod blessed heaven glory grace faith hope gospel church saviour allah bismillah amen
money naira dollar million billionaire rich boss bigboy bigman success winner champion lucky freedom happy smile family mother father
computer laptop internet network fibre fiber wireless router google facebook instagram twitter whatsapp youtube samsung nokia android
microsoft windows linux apple amazon netflix cisco oracle
mercedes toyota ferrari porsche mustang corvette harley honda bmw
whatever nothing anything something trustno trustme nopass mypass mypassword pass qwerty azerty qazwsx qwaszx a aa aaa cookie chocolate cheese pepper ginger banana orange coffee
music guitar dancer rockstar metallica nirvana eminem beyonce rihanna burna wizkid davido
diamond silver golden crystal purple yellow black white matrix hacker cowboy rangers yankees lakers steelers cowboys eagles
school student teacher doctor nurse engineer manager office company banking
`
    .trim()
    .split(/\s+/),
]);

const BEFORE = ['', '1', '123', 'my', 'the', 'i'];

const NUMBERS_BEHIND = new Set(
  `0 1 2 3 4 5 6 7 8 9 00 01 007 10 11 12 13 14 21 22 23 24 33 44 55 66 69 77 88 99 100 101 111 123 1234 12345 123456 1234567 12345678
123456789 1234567890 112233 121212 123123 123321 234 321 4321 54321 654321 333 360 419 420 444 555 666 777 786 888 999 000 0000 1111 2222 7777`
    .trim()
    .split(/\s+/),
);

/** Neighbouring keys in the directions that fingers run, and the alphabet. */
const LINES = [
  '12345678901234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '147258369',
  '159357',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!qaz@wsx#edc$rfv',
  '!@#$%^&*()',
].flatMap((line) => [line, reversed(line)]);

/** Letters and the digits and signs that replace them. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function undisguised(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => DISGUISES[sign] ?? sign);
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

/**
 * Nothing, or what people append when digits and signs are required: 1, 123, !, @123, 1990, 2024!.
 */
function isUsualEnding(text: string): boolean {
  const digits = /^[\W_]{0,2}(\d*)[\W_]{0,3}$/u.exec(text)?.[1];
  if (digits === undefined) return false;
  return digits === '' || NUMBERS_BEHIND.has(digits) || /^(19[5-9]\d|20[0-3]\d)$/.test(digits);
}

function isKnownWord(text: string): boolean {
  if (WORDS.has(text) || WORDS.has(reversed(text))) return true;
  const half = text.slice(0, text.length / 2);
  return half + half === text && WORDS.has(half);
}

/** One of the words, perhaps with replaced letters, with a usual beginning and ending. */
function isDecoratedWord(password: string): boolean {
  const cores = BEFORE.filter((before) => password.startsWith(before)).map((before) => password.slice(before.length));
  return cores.some((core) =>
    Array.from(core, (_, index) => index + 1).some((end) => {
      const word = core.slice(0, end);
      return isUsualEnding(core.slice(end)) && (isKnownWord(word) || isKnownWord(undisguised(word)));
    }),
  );
}

const SHORTEST_WALK = 3;

/**
 * Runs of neighbouring keys, one after another, with a usual ending: qwertyuiop, 1qaz2wsx,
 * abc123xyz1.
 */
function isKeyboardWalk(text: string): boolean {
  for (let length = text.length; length >= SHORTEST_WALK; length--) {
    const run = text.slice(0, length);
    if (!LINES.some((line) => line.includes(run))) continue;
    const rest = text.slice(length);
    return isUsualEnding(rest) || isKeyboardWalk(rest);
  }
  return false;
}

/** One to four characters repeated: 11111111, abababab, 12341234. */
function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text) && new Set(text).size <= 4;
}

/** A day, in the orders people write it: 14071990, 19900714, 07-14-1990. */
function isDate(text: string): boolean {
  return /^[\d\-./ ]+$/.test(text) && /^(\d{4}(19|20)\d{2}|(19|20)\d{6})$/.test(text.replace(/\D/g, ''));
}

/**
 * True for a password, in lower case, that attackers try first: hundreds of thousands, derived from
 * the words above by common habits (capitals, digits and signs for letters, years and numbers at
 * the end), and keyboard runs, repetitions and dates.
 */
export function isCommonPassword(password: string): boolean {
  return isDecoratedWord(password) || isKeyboardWalk(password) || isRepetition(password) || isDate(password);
}
