// Package lang reads text for a memory that is searched by words: which
// language it is in, which words it has, which forms of a word meet, and where
// a sentence ends.
//
//	for _, t := range lang.Tokens("Nina's lamps were compressing prod.yaml.") {
//		fmt.Println(t.Exact, t.Inflected, t.Stop, t.Name, t.Parts)
//	}
//	// nina nina false true []
//	// lamps lamp false false []
//	// were be true false []
//	// compressing compress false false []
//	// prod.yaml prod.yaml false false [prod yaml]
//
// A token has three forms, from narrow to wide. Exact is the word as written,
// less what nobody types twice the same way: case, composed or decomposed
// letters, invisible characters. Inflected is one form for all inflections of
// one word, so that "bought" finds "buys", with diacritics folded, so that
// "Muller" finds "Müller". Derived is one form for a whole family of words, so
// that "contraction" finds "contract", and with them some that have nothing to
// do with one another; use it to rank, not to decide.
//
// What is promised: the same bytes always give the same tokens (an index made
// on one machine can be searched on another); spans are within the text,
// ordered by start, and on rune boundaries; any bytes are fine, invalid UTF-8
// included; time and memory are linear in the length of the text. Everything
// is safe for concurrent use.
//
// What is not: no dictionary and no model stands behind it. A lemma need not be
// a word, a homograph ("saw", "leaves") has one lemma, and Name is a guess from
// capital letters. Texts in two languages are read in the one that prevails.
package lang
