package lang

import "strings"

// IsStop tells whether word is a function word or a question word of l.
func IsStop(word string, l Language) bool {
	return strings.Contains(" the a an is are was were of to in on at by for from and or not with who what which when where why how many much do does did has have had i you he she it we they my your his her its our their this that ", " "+word+" ")
}
