package lang_test
import ("testing";"fmt";"os";"strings";"github.com/kaibo-dev/kaibo/internal/lang")
func TestProbe(t *testing.T){
 b,_:=os.ReadFile("/tmp/probe.txt")
 for _,line:=range strings.Split(strings.TrimSpace(string(b)),"\n"){
  line=strings.ReplaceAll(line,"\\n","\n")
  fmt.Printf("== %s [%s]\n",line,lang.Detect(line))
  for _,k:=range lang.Tokens(line){
   f:=""
   if k.Stop{f+="S"}
   if k.Name{f+="N"}
   fmt.Printf("   %q %s|%s|%s %v %d %s\n",line[k.Start:k.End],k.Exact,k.Inflected,k.Derived,k.Parts,k.Kind,f)
  }
  for _,s:=range lang.Sentences(line){fmt.Printf("   > %q\n",line[s.Start:s.End])}
 }
}
